import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { argv, env, execPath } from 'node:process'
import { runProcess } from './resources.ts'

// A node:http server that only sends one file, in a process of its own like the product: the baseline of `serving` and `media`.

type BareServer = { file: string; headers: Record<string, string>; isStreamed: boolean }

export const runBareServer = (options: BareServer) =>
  runProcess({}, [execPath, import.meta.filename, JSON.stringify(options)])

if (import.meta.main) {
  const { file, headers, isStreamed } = JSON.parse(argv[2] ?? '') as BareServer
  const bytes = isStreamed ? null : await readFile(file)
  const server = createServer((_, response) => {
    response.writeHead(200, headers)
    if (bytes) response.end(bytes)
    else createReadStream(file).pipe(response)
  })
  // The text that untilReady() waits for.
  server.listen(Number(env['PORT']), '127.0.0.1', () => process.stdout.write('Cendaki is ready at the baseline\n'))
}
