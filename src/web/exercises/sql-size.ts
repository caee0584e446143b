/** What the database of SQL exercises weighs on the network, named before the press that loads it. */
export const sqlMegabytes = 7.9
