export { BuyItem } from './checkout/buy-item.tsx'
export { CourseOffer } from './course-offer.tsx'
