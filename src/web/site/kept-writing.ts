import { deviceStore, openDrafts } from '#web/kit/device/device-store.ts'
import { parseObject, type Fields } from '#web/kit/device/parse.ts'

type Kind = {
  /** Names its store, which is not imported: each small file that two pages share is a script of its own. */
  name: string
  label: string
  isKept?: (stored: Fields) => boolean
}

const isWritten = (text: unknown): boolean => typeof text === 'string' && text.trim() !== ''

/** Kept on this device only, until its writer presses a button. */
const kinds: readonly Kind[] = [
  { name: 'assignment', label: 'jawaban tugas' },
  {
    name: 'quiz',
    label: 'kuis dengan jawaban yang belum diperiksa',
    isKept: ({ drafts }) => Object.keys(parseObject(drafts)).length > 0,
  },
  {
    name: 'postdraft',
    label: 'pertanyaan atau jawaban yang sedang ditulis',
    isKept: ({ title, text }) => isWritten(title) || isWritten(text),
  },
  {
    name: 'post',
    label: 'pertanyaan atau jawaban yang tidak bisa dikirim',
    isKept: ({ rejection }) => isWritten(rejection),
  },
  { name: 'postedit', label: 'perubahan tulisan', isKept: ({ text, from }) => text !== from },
  { name: 'note', label: 'catatan yang tidak bisa dikirim', isKept: ({ isRejected }) => isRejected === true },
  { name: 'draft', label: 'draf formulir' },
]
const stores = kinds.map(({ name, label, isKept = () => true }) => ({
  label,
  isKept,
  store: deviceStore<Fields>({ name, parse: parseObject, merge: (_, incoming) => incoming }),
}))

/** Lists writing that signing out would delete, but for what the open page names itself, such as "2 jawaban tugas". */
export function listKeptWriting(userId: string): string[] {
  return stores.flatMap(({ label, isKept, store }) => {
    const count = store.list(userId).filter((id) => {
      const stored = openDrafts.has(id) ? null : store.read(userId, id)
      return stored !== null && isKept(stored)
    }).length
    return count > 0 ? [`${count} ${label}`] : []
  })
}
