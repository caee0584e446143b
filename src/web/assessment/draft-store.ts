import { deviceStore } from '#web/kit/device/device-store.ts'
import { parseObject, parseString } from '#web/kit/device/parse.ts'

/** An assignment that is not handed in yet. Chosen files are in the file store of the device. */
export type HandInDraft = { text: string; link: string }

/** Drafts by lesson. They are sent only when the student presses the button. */
export const draftStore = deviceStore<HandInDraft>({
  name: 'assignment',
  parse(stored) {
    const { text, link } = parseObject(stored)
    return { text: parseString(text), link: parseString(link) }
  },
  merge: (_, incoming) => incoming,
})
