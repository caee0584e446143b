import { deviceStore } from '#web/kit/device/device-store.ts'
import { parseString } from '#web/kit/device/parse.ts'

/** What a sent post is changed to, by its id: kept until it is saved or discarded, also when one leaves the page. */
export const editStore = deviceStore<string>({
  name: 'postedit',
  parse: parseString,
  merge: (_, incoming) => incoming,
})
