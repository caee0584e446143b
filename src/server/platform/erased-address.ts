/** The address of what stays of a deleted account. Nobody can have one at `invalid` (RFC 2606). */
export const erasedAddress = (userId: string): string => `terhapus-${userId}@invalid`

/** Such an address is told nothing, so that nothing about a person is stored again after the deletion. */
export const isErasedAddress = (email: string): boolean => email.endsWith('@invalid')
