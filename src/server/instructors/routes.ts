import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'
import type { Instructors } from './instructors.ts'
import { answer, orNotFound, serve } from '#server/serve.ts'

export const instructorRoutes = (instructors: Instructors) => ({
  instructors: {
    showInstructor: answer(
      endpoints.instructors.showInstructor,
      async (input) => instructors.showInstructor(input.slug),
      orNotFound('Instruktur tidak ditemukan'),
    ),
  },
  instructorProfile: {
    showInstructorProfile: serve(endpoints.instructorProfile.showInstructorProfile, async (viewer) =>
      instructors.showProfile(viewer.id),
    ),
    saveInstructorProfile: serve(endpoints.instructorProfile.saveInstructorProfile, instructors.saveProfile, 'saved'),
    checkInstructorPage: endpoints.instructorProfile.checkInstructorPage.handler(
      async ({ input: { id, isChecked }, context, errors }) => {
        accept(await instructors.checkPage(context.viewer(), { userId: id, isChecked }), errors, 'saved')
        return ok({ isChecked }, isChecked ? 'Tautan di halamannya bisa dibuka.' : 'Tautan di halamannya menjadi teks.')
      },
    ),
  },
  ownApplication: {
    showMyApplication: endpoints.ownApplication.showMyApplication.handler(async ({ context }) =>
      ok(await instructors.showMyApplication(context.viewer())),
    ),
    applyAsInstructor: endpoints.ownApplication.applyAsInstructor.handler(async ({ input, context, errors }) => {
      const { application } = accept(await instructors.applyAsInstructor(context.viewer(), input), errors, 'applied')
      return ok(application, 'Pengajuanmu terkirim. Kami kabari lewat email.')
    }),
    withdrawApplication: endpoints.ownApplication.withdrawApplication.handler(async ({ context, errors }) => {
      const { application } = accept(await instructors.withdrawApplication(context.viewer()), errors, 'withdrawn')
      return ok(application, 'Pengajuanmu ditarik.')
    }),
  },
  applications: {
    listApplications: endpoints.applications.listApplications.handler(async ({ input }) => {
      const { rows, ...meta } = await instructors.listApplications(input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),
    countWaitingApplications: endpoints.applications.countWaitingApplications.handler(async () =>
      ok(await instructors.countWaitingApplications()),
    ),
    acceptApplication: endpoints.applications.acceptApplication.handler(async ({ input, context, errors }) => {
      const decision = { state: 'accepted', sentence: '' } as const
      const decided = await instructors.decideApplication(context.viewer(), { id: input.id, ...decision })
      return ok(accept(decided, errors, 'decided').application, 'Diterima. Orangnya dikabari.')
    }),
    refuseApplication: endpoints.applications.refuseApplication.handler(async ({ input, context, errors }) => {
      const decision = { state: 'refused', sentence: input.sentence } as const
      const decided = await instructors.decideApplication(context.viewer(), { id: input.id, ...decision })
      return ok(accept(decided, errors, 'decided').application, 'Ditolak. Orangnya dikabari.')
    }),
  },
})
