import { storable } from '#server/platform/storable-text.ts'

/** A whole archive that is not imported; the message is a sentence for the one who imports. */
export class Refused extends Error {
  override name = 'Refused'

  constructor(sentence: string) {
    super(storable(sentence))
  }
}
