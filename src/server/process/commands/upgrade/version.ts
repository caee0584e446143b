import { projectRoot } from '#server/process/ensure-built.ts'
import { UsageError } from '#server/process/commands/run-command.ts'
import { resetTo, setAside } from './halfway.ts'
import { run, runWell } from './run.ts'

// The version that is checked out.

const git = (...args: string[]): Promise<string> => runWell('git', args)

export const currentCommit = (): Promise<string> => git('rev-parse', 'HEAD')

/** The commit of a branch, tag or commit; without a name, the newest one of the branch that is followed. */
export async function findVersion(name: string | undefined): Promise<string> {
  if ((await run('git', ['rev-parse', '--is-inside-work-tree'])).status !== 0)
    throw new UsageError(
      `${projectRoot} is not a git checkout: put the new version beside it, make a backup, and follow docs/operations.md`,
    )
  await assertUnchanged()
  if (await git('remote')) await git('fetch', '--quiet', '--tags')
  const found = await run('git', ['rev-parse', '--verify', '--quiet', `${name ?? '@{upstream}'}^{commit}`])
  if (found.status === 0) return found.output
  throw new UsageError(
    name
      ? `git knows no version ${name}`
      : 'this branch follows no other one: name a version, npm run upgrade -- VERSION',
  )
}

/** Throws UsageError where another version would lose changes. */
export async function assertUnchanged(): Promise<void> {
  const changed = await git('status', '--porcelain', '--untracked-files=no')
  if (changed)
    throw new UsageError(
      `files were changed here, and an upgrade would lose that: commit them or take them back\n${changed}`,
    )
}

/** Checks the version out, installs its packages and builds it. The one before is set aside, and has to be brought back when this fails. */
export async function installVersion(
  commit: string,
  { ended, onProgress }: { ended: AbortSignal; onProgress: (what: string) => void },
): Promise<void> {
  await setAside(await currentCommit())
  await resetTo(commit)
  onProgress('installing its packages')
  await runWell('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { isApart: true, ended })
  onProgress('building it')
  await runWell('npm', ['run', 'build'], { isApart: true, ended })
}
