import { join } from 'node:path'

const faketimeNames = /^(LD_PRELOAD|FAKETIME.*|DONT_FAKE_MONOTONIC)$/
const systemNames = /^(PATH|HOME|TMPDIR|TZ)$/

function pick(isPicked: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && isPicked(entry[0]),
    ),
  )
}

/** Compiled code is kept, because the tests start hundreds of processes that load the same modules. */
const compileCache = join(import.meta.dirname, '../../../node_modules/.cache/cendaki/compiled')

/** For a child process that is configured by its test alone: where programs and folders are, and which time it is. */
export const systemEnvironment = (): Record<string, string> => ({
  ...pick((name) => systemNames.test(name) || faketimeNames.test(name)),
  NODE_COMPILE_CACHE: compileCache,
})

/** For a child process that needs the real time: under faketime, timeouts of PostgreSQL and rendering of Chromium stop. */
export const realTimeEnvironment = (): Record<string, string> => pick((name) => !faketimeNames.test(name))
