import { scenario } from './scenario.js';

console.log(JSON.stringify(await scenario(JSON.parse(process.argv.at(-1)))));
