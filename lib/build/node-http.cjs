// `import 'node:http'` reads every export, and one of them loads all of undici, which takes 20 ms. `require` reads
// none.
module.exports = process.getBuiltinModule('http');
