/** Names a student's next step in a course of their own. */
export const studyVerb = (percent: number): string =>
  percent === 0 ? 'Mulai Belajar' : percent < 100 ? 'Lanjut Belajar' : 'Pelajari Lagi'
