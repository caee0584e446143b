import { categoryEditorModule, categoryRoutes } from '#server/catalog/index.ts'
import { minuteMs } from '#contract/kit/durations.ts'
import type { Commerce } from './commerce.ts'
import { commerceFigures } from './figures.ts'
import { commerceInvariants } from './invariants.ts'
import { commercePersonalData } from './personal-data.ts'
import { promoCodeRoutes } from './promo/routes.ts'
import { commerceRoutes } from './routes.ts'
import { sellingRoutes } from './selling-routes.ts'
import { shoppingPersonalData } from './shopping-personal-data.ts'
import { staffOrderRoutes } from './transactions/staff-routes.ts'

type Modules = Parameters<typeof commercePersonalData>[0] &
  Omit<Parameters<typeof categoryEditorModule>[0], 'offers'> & { commerce: Commerce }

export const commerceDomain = {
  invariants: commerceInvariants,
  contribute: ({ commerce, ...modules }: Modules) => ({
    routes: {
      ...sellingRoutes(commerce),
      commerce: commerceRoutes(commerce),
      sales: staffOrderRoutes(commerce),
      promoCodes: promoCodeRoutes(commerce),
      // A category is deleted or joined with what is sold in it.
      categories: categoryRoutes(categoryEditorModule({ ...modules, offers: commerce.categoryOffers })),
    },
    personalData: [commercePersonalData(modules), shoppingPersonalData(modules)],
    purges: {
      'transfer-proofs': async (before: Date, limit: number) =>
        (await commerce.transfers.deleteOldProofs(before, limit)) +
        (await commerce.payouts.deleteOldProofs(before, limit)),
    },
    uploadsInUse: [commerce.listUploadsInUse],
    mediaInUse: [],
    figures: commerceFigures(modules.database),
    dueWork: commerce.dueWork,
    periodic: [{ name: 'wishes', everyMs: minuteMs, run: commerce.wishlist.tellCheaper }],
  }),
}
