export { groupOfNamed, groupStart, toGroupStart, type GroupStart } from './group-start.ts'
export { holdSeats, lockSeats, releaseSeats, type NoSeat, type WantedSeat } from './seats.ts'
export { groupsDomain } from './domain.ts'
