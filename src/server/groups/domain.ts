/** Who is in a group is on the enrolment, and erased and exported with it. */
export const groupsDomain = {
  invariants: [],
  contribute: () => ({
    routes: {},
    personalData: [],
    purges: {},
    uploadsInUse: [],
    mediaInUse: [],
    figures: [],
    dueWork: [],
    periodic: [],
  }),
}
