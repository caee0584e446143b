import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '#server/process/ensure-built.ts'
import { outliveSignals, runInShell, runWell, StepFailed } from './run.ts'

// The packages and the build of the version before, which are kept so that the way back needs neither network nor time. Nothing here needs a package:
// an upgrade that is killed, such as by a power failure, leaves none.

const kept = join(projectRoot, '.previous')
const parts = ['node_modules', 'dist'] as const
/** Names the commit that has to be brought back, while something is neither the version before nor the next one. */
const halfway = join(kept, 'halfway')

export const resetTo = async (commit: string): Promise<void> => {
  // Moves the branch, and keeps what is not part of the project, such as .env and the data.
  await runWell('git', ['reset', '--quiet', '--keep', commit], { isApart: true })
}

/** Until `endHalfway` or `bringBack`, the next upgrade brings this commit back. */
export async function setAside(commit: string): Promise<void> {
  await rm(kept, { recursive: true, force: true })
  await mkdir(kept)
  await beginHalfway(commit)
  for (const part of parts)
    if (existsSync(join(projectRoot, part))) await rename(join(projectRoot, part), join(kept, part))
}

export const isHalfway = (): boolean => existsSync(halfway)

/** The next version is complete. The one before stays for the way back. */
export const endHalfway = (): Promise<void> => rm(halfway)

async function beginHalfway(commit: string): Promise<void> {
  // Never half a name.
  await writeFile(`${halfway}.new`, commit)
  await rename(`${halfway}.new`, halfway)
}

export function assertKept(commit: string): void {
  if (!existsSync(join(kept, 'node_modules')))
    throw new StepFailed(`the packages of the version before are not in ${kept}: git reset --keep ${commit} && npm ci`)
}

/** The version before, with its packages and its build, and its start. When this is killed too, it is repeated: the sources, which know how, are the last to change. */
export async function bringBack(commit: string, start: () => Promise<void>): Promise<void> {
  await beginHalfway(commit)
  for (const part of parts) {
    if (!existsSync(join(kept, part))) continue
    await rm(join(projectRoot, part), { recursive: true, force: true })
    await rename(join(kept, part), join(projectRoot, part))
  }
  await resetTo(commit)
  try {
    await start()
  } finally {
    await rm(kept, { recursive: true, force: true })
  }
}

type Asked = { isRollback: boolean; stop: string | undefined; start: string | undefined }

/** Brings the version before back and starts it when an upgrade or its way back was killed halfway. False when none was. */
export async function bringBackHalfway({ isRollback, stop, start }: Asked): Promise<boolean> {
  if (!isHalfway()) return false
  outliveSignals()
  process.exitCode = isRollback ? 0 : 1
  try {
    const commit = await readFile(halfway, 'utf8')
    // A supervisor may be trying to start what is there now.
    if (stop && start) await runInShell(stop)
    await bringBack(commit, async () => {
      if (stop && start) await runInShell(start)
    })
    process.stdout.write(
      `An upgrade was ended halfway. Version ${commit.slice(0, 10)} is back${start ? '' : ': start it now, as usual'}.\n`,
    )
    if (!isRollback) process.stderr.write('Give the same command again to upgrade.\n')
  } catch (error) {
    process.stderr.write(`The upgrade failed: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
  return true
}
