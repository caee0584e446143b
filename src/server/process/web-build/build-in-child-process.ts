import { join } from 'node:path'
import { projectRoot } from '#server/process/builds/project-root.ts'
import { runInChildProcess } from '#server/platform/child-process.ts'
import { isBuilt, NotBuilt } from './build.ts'

/** Like ensureBuilt(), in a process of its own: building takes more than a gigabyte, which this process would never give back. */
export async function ensureBuiltInChildProcess(onProgress: (what: string) => void): Promise<void> {
  if (isBuilt()) return
  onProgress('building the pages (once; again only when their sources change)')
  await runInChildProcess(join(projectRoot, 'src/server/process/commands/build.ts'), { args: ['--pages-only'] }).catch((cause: Error) => {
    throw new NotBuilt(cause.message.replace(/^Not built: /, ''), { cause })
  })
}
