/** A UUID in lower case, as part of a regular expression. */
export const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const wholeUuid = new RegExp(`^${uuidPattern}$`, 'i')

/** Is this text a UUID, as all ids of the API are? */
export const isUuid = (text: string): boolean => wholeUuid.test(text)
