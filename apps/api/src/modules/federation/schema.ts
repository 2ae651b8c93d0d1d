import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, timestamptz } from '../../platform/database/columns.ts';
import type { Failure, SentFacts } from './rules.ts';

/** The key pair with which the site signs. At most one row, made at the first start with federation. */
export const federationKeys = pgTable(
  'federation_keys',
  {
    id: smallint('id').primaryKey().default(1),
    /** PEM in PKCS 8 and SPKI. The private key is stored in plain text, because signing needs it (docs/decisions/0108-federation.md). */
    privateKey: text('private_key').notNull(),
    publicKey: text('public_key').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  table => [check('federation_keys_one', sql`${table.id} = 1`)],
);

/** Other servers: those with followers, and those that the superadmin has blocked. */
export const federationPeers = pgTable(
  'federation_peers',
  {
    id: id(),
    /** In lower case, with its port unless that is the default of https. */
    host: text('host').notNull(),
    /** The name in the server's NodeInfo in lower case, or null if it was not read or there is none. */
    software: text('software'),
    /** When NodeInfo was last asked for. */
    softwareCheckedAt: timestamptz('software_checked_at'),
    isBlocked: boolean('is_blocked').notNull().default(false),
    /** Time of the last delivery that the server has accepted. */
    lastSuccessAt: timestamptz('last_success_at'),
    /** Time of the first of the failures since the last success; null if the last attempt succeeded or there was none. */
    failingSince: timestamptz('failing_since'),
    /** The earliest time of the next attempt after a failure, so that an unresponsive server does not delay others. */
    resumesAt: timestamptz('resumes_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  table => [
    uniqueIndex('federation_peers_host_key').on(table.host),
    check(
      'federation_peers_host',
      sql`char_length(${table.host}) <= 260 and ${table.host} = lower(${table.host})`,
    ),
  ],
);

/** Actors of other servers that follow the site. A row is deleted with its follow. */
export const federationFollowers = pgTable(
  'federation_followers',
  {
    /** The id of the actor, an address on the peer's host. */
    actor: text('actor').primaryKey(),
    peerId: uuid('peer_id')
      .notNull()
      .references(() => federationPeers.id, { onDelete: 'cascade' }),
    inbox: text('inbox').notNull(),
    sharedInbox: text('shared_inbox'),
    keyId: text('key_id').notNull(),
    publicKey: text('public_key').notNull(),
    /** The id of the last `Follow`, which its `Accept` names. */
    followId: text('follow_id').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  table => [
    index('federation_followers_peer_id_index').on(table.peerId),
    check(
      'federation_followers_length',
      sql`greatest(char_length(${table.actor}), char_length(${table.inbox}), char_length(${table.sharedInbox}),
        char_length(${table.keyId}), char_length(${table.followId})) <= 2000 and char_length(${table.publicKey}) <= 10000`,
    ),
  ],
);

/** The last message about an activity to other servers. The row outlives the activity, so that its address answers with a tombstone. */
export const federationObjects = pgTable(
  'federation_objects',
  {
    activityId: uuid('activity_id').primaryKey(),
    /** The number of `Create`s, which is the suffix of the object's address from 2. */
    version: smallint('version').notNull().default(1),
    /** The document as it was last sent, without its times of publication and change; null after the `Delete`. */
    document: jsonb('document').$type<object>(),
    /** The date, the place and the state that readers of software without updates know, or null after the `Delete`. */
    facts: jsonb('facts').$type<SentFacts>(),
    publishedAt: timestamptz('published_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  table => [
    index('federation_objects_updated_at_index').on(table.updatedAt).where(sql`${table.document} is null`),
    check('federation_objects_version', sql`${table.version} >= 1`),
    check('federation_objects_document', sql`(${table.document} is null) = (${table.facts} is null)`),
  ],
);

/**
 * Messages to other servers. The deliveries of one message share its body. Rows are deleted after 7 days, and notes, which have an address,
 * after a year or with the end of their object.
 */
export const federationMessages = pgTable(
  'federation_messages',
  {
    id: id(),
    kind: text('kind', { enum: ['create', 'update', 'delete', 'note', 'accept'] }).notNull(),
    /** The address of the object, whose messages reach each inbox in their order; null for an `Accept`. */
    object: text('object'),
    /** The body as JSON, identical for every delivery and attempt. */
    body: text('body').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  table => [
    index('federation_messages_created_at_index').on(table.createdAt),
    index('federation_messages_object_index').on(table.object).where(sql`${table.kind} = 'note'`),
    check('federation_messages_kind', sql`${table.kind} in ('create', 'update', 'delete', 'note', 'accept')`),
  ],
);

/** The outbox: one row for each message and inbox. */
export const federationDeliveries = pgTable(
  'federation_deliveries',
  {
    /** Increases with the messages of one object, since a lock of the object orders them. */
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => federationMessages.id, { onDelete: 'cascade' }),
    peerId: uuid('peer_id')
      .notNull()
      .references(() => federationPeers.id, { onDelete: 'cascade' }),
    inbox: text('inbox').notNull(),
    /** The object of the message. */
    object: text('object'),
    state: text('state', { enum: ['pending', 'delivered', 'failed'] })
      .notNull()
      .default('pending'),
    attempts: smallint('attempts').notNull().default(0),
    /** Time of the first attempt. Retries end two days later. */
    firstAttemptAt: timestamptz('first_attempt_at'),
    /** The earliest time of the next attempt. During an attempt, the time when another process retries. */
    dueAt: timestamptz('due_at').notNull(),
    /** The error of the last attempt. */
    failure: text('failure').$type<Failure>(),
  },
  table => [
    index('federation_deliveries_due_at_index').on(table.dueAt).where(sql`${table.state} = 'pending'`),
    // Finds the due deliveries of each server for round-robin delivery.
    index('federation_deliveries_due_by_peer_index')
      .on(table.peerId, table.dueAt)
      .where(sql`${table.state} = 'pending'`),
    // Finds an earlier pending message of the same object.
    index('federation_deliveries_object_index')
      .on(table.inbox, table.object, table.id)
      .where(sql`${table.state} = 'pending'`),
    index('federation_deliveries_message_id_index').on(table.messageId),
    check('federation_deliveries_state', sql`${table.state} in ('pending', 'delivered', 'failed')`),
  ],
);
