/** A whole archive that is not imported; the message is a sentence for the one who imports. */
export class Refused extends Error {
  override name = 'Refused'
}
