import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '#server/process/web-build/index.ts'
import { UsageError } from '#server/process/commands/installation/run-command.ts'
import { run, runWell, StepFailed } from './run.ts'

// The version that is checked out, with its packages and its build. Those of the version before are kept, so that the way back needs neither network nor time.

const kept = join(projectRoot, '.previous')
const parts = ['node_modules', 'dist'] as const

const git = (...args: string[]): Promise<string> => runWell('git', args)

export const currentCommit = (): Promise<string> => git('rev-parse', 'HEAD')

/** The commit of a branch, tag or commit; without a name, the newest one of the branch that is followed. */
export async function findVersion(name: string | undefined): Promise<string> {
  if ((await run('git', ['rev-parse', '--is-inside-work-tree'])).status !== 0)
    throw new UsageError(
      `${projectRoot} is not a git checkout: put the new version beside it, make a backup, and follow docs/operations.md`,
    )
  const changed = await git('status', '--porcelain', '--untracked-files=no')
  if (changed)
    throw new UsageError(
      `files were changed here, and an upgrade would lose that: commit them or take them back\n${changed}`,
    )
  if (await git('remote')) await git('fetch', '--quiet', '--tags')
  const found = await run('git', ['rev-parse', '--verify', '--quiet', `${name ?? '@{upstream}'}^{commit}`])
  if (found.status === 0) return found.output
  throw new UsageError(
    name
      ? `git knows no version ${name}`
      : 'this branch follows no other one: name a version, npm run upgrade -- VERSION',
  )
}

/** Checks the version out, installs its packages and builds it. When that fails, the one before is back. */
export async function installVersion(commit: string, onProgress: (what: string) => void): Promise<void> {
  const before = await currentCommit()
  await rm(kept, { recursive: true, force: true })
  await mkdir(kept)
  for (const part of parts)
    if (existsSync(join(projectRoot, part))) await rename(join(projectRoot, part), join(kept, part))
  try {
    // Moves the branch, and keeps what is not part of the project, such as .env and the data.
    await git('reset', '--quiet', '--keep', commit)
    onProgress('installing its packages')
    await runWell('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'])
    onProgress('building it')
    await runWell('npm', ['run', 'build'])
  } catch (error) {
    await bringBack(before)
    throw error
  }
}

/** The version before, with its packages and its build. */
export async function bringBack(commit: string): Promise<void> {
  if (!existsSync(join(kept, 'node_modules')))
    throw new StepFailed(`the packages of the version before are not in ${kept}: git reset --keep ${commit} && npm ci`)
  await git('reset', '--quiet', '--keep', commit)
  for (const part of parts) {
    if (!existsSync(join(kept, part))) continue
    await rm(join(projectRoot, part), { recursive: true, force: true })
    await rename(join(kept, part), join(projectRoot, part))
  }
  await rm(kept, { recursive: true, force: true })
}
