import Link from 'next/link';
import './style.css';

export const metadata = { title: 'Rocket Bikes', description: 'The first bicycle with a launch pad.' };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <main>
          <h1>Rocket Bikes</h1>
          {children}
          <nav>
            <Link href="/">With the component</Link>
            <Link href="/headless">With the hook</Link>
          </nav>
        </main>
      </body>
    </html>
  );
}
