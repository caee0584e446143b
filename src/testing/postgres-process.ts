import { startPostgresServer, templateName } from './postgres-server.ts'

// The server package hooks into the end of its process and changes the exit code there. In a process of its own it
// cannot turn a failed test run into a successful one.
const server = await startPostgresServer()
process.stdout.write(`${server.urlOf(templateName)}\n`)

// Ends with whoever started it, however that ends.
process.stdin.resume()
process.stdin.once('end', () => void server.stop().then(() => process.exit(0)))
