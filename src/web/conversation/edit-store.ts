import { deviceStore } from '#web/kit/device/device-store.ts'
import { parseObject, parseString } from '#web/kit/device/parse.ts'

export type Edit = {
  text: string
  /** The text when the change was begun. */
  from: string
}

/** Changes of sent posts, by the id of the post: kept until saved or discarded, also when one leaves the page. */
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
