import { startPostgresServer, templateName } from './postgres-server.ts'

// The server package installs an exit hook that changes the exit code. In a separate process it cannot turn a failed test
// run into a successful one.
const server = await startPostgresServer()
process.stdout.write(`${server.urlOf(templateName)}\n`)

// Exits when the parent process exits, also when the parent is killed.
process.stdin.resume()
process.stdin.once('end', () => void server.stop().then(() => process.exit(0)))
