export { BuyItem } from './buy-item.tsx'
export { CourseOffer } from './course-offer.tsx'
