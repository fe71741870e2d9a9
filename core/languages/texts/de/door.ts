export const door = {
  closed: {
    not_yet: 'Diese Warteliste ist noch nicht geöffnet.',
    closed: 'Diese Warteliste ist geschlossen.',
    full: 'Diese Warteliste ist voll.',
  },
  opens: 'Öffnet am {time}',
  advice: 'Vielleicht wird noch ein Platz frei. Schau später wieder vorbei.',
  bar: {
    joined: 'Schon auf der Liste?',
    email: 'name@example.com',
    send: 'Mein Platz per E-Mail',
  },
};
