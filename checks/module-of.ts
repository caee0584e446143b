import { modules } from '../architecture.ts'

/** Folder names that do not say what is inside. */
export const bannedNames = /^(utils?|helpers?|common|lib|misc|shared|.*-new|.*V2)$/

/** The module of a file below src/: the longest matching name. */
export function moduleOf(file: string): string | null {
  const names = Object.keys(modules).filter((name) => file === `${name}.ts` || file.startsWith(`${name}/`))
  return names.sort((a, b) => b.length - a.length)[0] ?? null
}

/** Floors whose folders have entry points of their own. */
const floorsOfFolders = ['server/platform', 'server/process', 'sandbox']

/**
 * The folder of a server or sandbox file that other folders import through its index.ts, if it has one: its module, or the folder right
 * below a floor of folders.
 */
export function entryFolderOf(file: string): string | null {
  if (!/^(server|sandbox)\//.test(file)) return null
  const floor = floorsOfFolders.find((name) => file.startsWith(`${name}/`))
  const module = moduleOf(file)
  if (!floor || (module && module !== floor && module.startsWith(`${floor}/`))) return module
  const depth = floor.split('/').length + 1
  return file.split('/').slice(0, depth).join('/')
}
