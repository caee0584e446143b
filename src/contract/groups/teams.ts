import * as z from 'zod/mini'
import {
  at,
  download,
  freshSignedInEndpoint,
  id,
  publicEndpoint,
  response,
  signedInEndpoint,
} from '#contract/kit/endpoint.ts'
import { cleanEmail } from '#contract/kit/text/identifier.ts'

// Teams ("Kursi tim"): whoever bought seats invites people, who take them.

export const teamMembersPerPage = 200
export const maximumInvited = 200
export const maximumTeams = 200
/** From here on a seat counts as used, and cannot be freed. */
export const usedSeatPercent = 10

const team = z.object({
  _id: z.string(),
  name: z.string(),
  /** The title of the thing bought. */
  title: z.string(),
  seats: z.number(),
  used: z.number(),
  joinUrl: z.string(),
  courseId: z.nullable(z.string()),
  bundleId: z.nullable(z.string()),
  createdAt: z.string(),
})
export type Team = z.infer<typeof team>

const joinedTeam = z.object({
  _id: z.string(),
  name: z.string(),
  title: z.string(),
  /** The manager's name; empty without one. */
  manager: z.string(),
  joinedAt: z.string(),
  showProgress: z.boolean(),
})
export type JoinedTeam = z.infer<typeof joinedTeam>

const invitation = z.object({
  name: z.string(),
  title: z.string(),
  /** The manager's name; empty without one. */
  from: z.string(),
  seatsLeft: z.number(),
  items: z.array(z.object({ kind: z.enum(['course', 'ebook']), _id: z.string(), title: z.string() })),
  /** The caller is in this team already. */
  isMember: z.boolean(),
})
export type TeamInvitation = z.infer<typeof invitation>

const member = z.object({
  userId: z.string(),
  name: z.string(),
  joinedAt: z.string(),
  /** Null: the member does not show it. */
  percent: z.nullable(z.number()),
})
export type TeamMember = z.infer<typeof member>

const token = z.string().check(z.maxLength(100))
const showProgress = z.boolean('Pilih ya atau tidak')
const email = z
  .string('Email tidak valid')
  .check(z.overwrite(cleanEmail), z.maxLength(254, 'Email tidak valid'), z.email('Email tidak valid'))

export const inviteInput = z.object({
  emails: z
    .array(email, 'Tulis minimal satu email')
    .check(
      z.minLength(1, 'Tulis minimal satu email'),
      z.maxLength(maximumInvited, `Paling banyak ${maximumInvited} email sekaligus`),
    ),
})

const skipReasons = ['member', 'later'] as const

export const teamsContract = {
  listTeams: signedInEndpoint
    .route(at('GET /me/teams', 'The teams that I manage, newest first'))
    .output(response(z.array(team))),
  listJoinedTeams: signedInEndpoint
    .route(at('GET /me/teams/joined', 'The teams in which I have a seat'))
    .output(response(z.array(joinedTeam))),
  saveTeamConsent: signedInEndpoint
    .meta({ access: 'signed-in', timesPerHour: 120 })
    .route(at('PUT /me/teams/{id}/consent', 'Show my progress to the manager of a team of mine, or no longer'))
    .input(z.object({ id, showProgress }))
    .output(response(z.object({ showProgress: z.boolean() }))),
  showTeamInvitation: publicEndpoint
    .route(at('GET /teams/join/{token}', 'The team of a link: what, from whom, seats left'))
    .input(z.object({ token }))
    .output(response(invitation)),
  joinTeam: signedInEndpoint
    .meta({ access: 'signed-in', timesPerHour: 60 })
    .route(at('POST /teams/join/{token}', 'Take a seat of the team of a link'))
    .input(z.object({ token, showProgress }))
    .output(response(z.object({ teamId: z.string(), courseId: z.nullable(z.string()) })))
    .errors({
      NO_SEATS: { status: 409, message: 'Kursi tim ini sudah habis. Minta pengelolanya menambah kursi, ya.' },
      ALREADY_ENROLLED: { status: 409, message: 'Isinya sudah jadi milikmu, jadi kursinya tidak terpakai.' },
      OWN_ITEM: { status: 409, message: 'Ini kelasmu sendiri, jadi tidak perlu kursi.' },
    }),
  renewTeamLink: signedInEndpoint
    .meta({ access: 'signed-in', timesPerHour: 20 })
    .route(
      at(
        'POST /teams/{id}/link',
        'A new link of my team; the old one ends',
        'Tautan baru siap. Tautan lama tidak berlaku lagi.',
      ),
    )
    .input(z.object({ id }))
    .output(response(team)),
  inviteToTeam: signedInEndpoint
    .meta({ access: 'signed-in', timesPerHour: 30 })
    .route(at('POST /teams/{id}/invitations', 'Mail the link of my team to people'))
    .input(z.extend(inviteInput, { id }))
    .output(
      response(
        z.object({
          sent: z.number(),
          /** `member`: is in the team already; `later`: this mailbox got enough mails of strangers for now, or this manager has sent enough today. */
          skipped: z.array(z.object({ email: z.string(), reason: z.enum(skipReasons) })),
        }),
      ),
    ),
  listTeamMembers: signedInEndpoint
    .route(
      at(
        'GET /teams/{id}/members',
        `The members of my team; at most ${teamMembersPerPage}, then those after the last one`,
      ),
    )
    .input(z.object({ id, after: z.optional(id) }))
    .output(response(z.array(member))),
  exportTeamMembers: signedInEndpoint
    .route(at('GET /teams/{id}/members/export', 'The members of my team as CSV', { outputStructure: 'detailed' }))
    .input(z.object({ id }))
    .output(download),
  removeTeamMember: signedInEndpoint
    .meta({ access: 'signed-in', timesPerHour: 600 })
    .route(
      at(
        'DELETE /teams/{id}/members/{userId}',
        `Free the seat of a member who has done less than ${usedSeatPercent} percent`,
        'Kursinya kosong lagi.',
      ),
    )
    .input(z.object({ id, userId: id }))
    .output(response(z.null()))
    .errors({
      SEAT_USED: {
        status: 409,
        message: `Anggota ini sudah belajar ${usedSeatPercent}% atau lebih, jadi kursinya terpakai.`,
      },
    }),
  handOverTeam: freshSignedInEndpoint
    .meta({ access: 'signed-in', timesPerHour: 20 })
    .route(
      at('PUT /teams/{id}/manager', 'Hand my team over to one of its members', 'Tim ini sekarang dikelola orang lain.'),
    )
    .input(z.object({ id, userId: id }))
    .output(response(z.null())),
}
