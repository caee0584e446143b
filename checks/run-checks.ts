import { spawn } from 'node:child_process'
import { once } from 'node:events'

// `npm run check`: types, lint and format. Two commands at a time keep two cores busy; the types of the server take as long as everything else.

const rows = [
  ['tsc -p tsconfig.server.json'],
  [
    'tsc -p tsconfig.web.json',
    'tsc -p tsconfig.contract.json',
    'tsc -p tsconfig.worker.json',
    'tsc -p tsconfig.e2e.json',
    'oxlint',
    'oxfmt --check',
  ],
]

/** True when the command found nothing. npm has put the programs of the project on the path. */
async function succeeds(command: string): Promise<boolean> {
  const [code] = await once(spawn(command, { shell: true, stdio: 'inherit' }), 'exit')
  if (code !== 0) process.stderr.write(`${command} failed\n`)
  return code === 0
}

/** One command after the other, all of them, so that everything found is told at once. */
async function runRow(commands: readonly string[]): Promise<boolean> {
  let isFine = true
  for (const command of commands) isFine = (await succeeds(command)) && isFine
  return isFine
}

const results = await Promise.all(rows.map(runRow))
if (results.includes(false)) process.exitCode = 1
