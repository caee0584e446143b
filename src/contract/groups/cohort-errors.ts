/** Errors of whatever takes a seat. */
export const cohortErrors = {
  COHORT_FULL: { status: 409, message: 'Kursi angkatan ini sudah habis. Pilih angkatan lain, ya.' },
  COHORT_CLOSED: { status: 409, message: 'Pendaftaran angkatan ini sudah ditutup. Pilih angkatan lain, ya.' },
} as const
