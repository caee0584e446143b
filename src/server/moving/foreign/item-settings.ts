/** Settings of an item in its source, beside its content. */
export type ItemSettings = {
  /** Its learners did not see it, or whether they did is unknown: it becomes a draft. */
  isHidden: boolean
  notes: string[]
}

export const settingNotes = {
  hidden: 'tersembunyi di sumbernya, menjadi draf',
  access: 'syarat aksesnya tidak ikut',
  dates: 'tanggal buka dan tenggatnya tidak ikut',
  introduction: 'pengantarnya tidak ikut',
  overallFeedback: 'umpan balik untuk nilai akhir tidak ikut',
  password: 'password-nya tidak ikut',
  passMark: 'nilai lulusnya tidak ikut',
  points: 'poinnya tidak ikut',
}

/** For an item whose settings cannot be read. */
export const unreadSettings = (damage: string): ItemSettings => ({
  isHidden: true,
  notes: [`${damage}; pengaturannya tidak ikut`, 'menjadi draf'],
})
