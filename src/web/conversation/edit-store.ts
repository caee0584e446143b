import { deviceStore } from '#web/kit/device/device-store.ts'
import { parseObject, parseString } from '#web/kit/device/parse.ts'

export type Edit = {
  text: string
  /** What it was when the change was begun. */
  from: string
}

/** What a sent post is changed to, by its id: kept until it is saved or discarded, also when one leaves the page. */
export const editStore = deviceStore<Edit>({
  name: 'postedit',
  parse(stored) {
    const { text, from } = parseObject(stored)
    return { text: parseString(text), from: parseString(from) }
  },
  merge: (_, incoming) => incoming,
})

/** True when saving would replace a text that was saved after the change was begun, such as on another device. */
export const isOutdated = ({ text, from }: Edit, saved: string): boolean =>
  from.trim() !== saved.trim() && text.trim() !== saved.trim()
