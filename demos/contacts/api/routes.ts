import type { Ctx } from "#api/context.ts";
import { importTemplate } from "#api/importTemplate.ts";
import { notifyingCaller } from "#api/live/record.ts";
import { type Feature, serve } from "#api/serve.ts";
import { contactsImporter } from "#demos/contacts/api/import.ts";
import { seedContacts } from "#demos/contacts/api/seed.ts";
import * as lists from "#demos/contacts/api/service/lists.ts";
import { mergeContacts, undoMerge } from "#demos/contacts/api/service/merges.ts";
import * as wire from "#demos/contacts/api/service/wire.ts";
import { contactStore, findDuplicates, readInitials, setContactStatus } from "#demos/contacts/api/store.ts";
import { contactExtras, contacts, contactsMenu } from "#demos/contacts/contract.ts";

const changeStars = (ctx: Ctx, ids: readonly string[], to: "on" | "off" | "other") =>
  notifyingCaller("contacts", (inner: Ctx) => wire.changeStars(inner, ids, to))(ctx, undefined);

export const contactsFeature: Feature = {
  routes: [
    ...serve(contacts, {
      list: wire.listContacts,
      user: lists.readUser,
      add: (ctx, { newContact, ...bare }) => wire.addContact(ctx, newContact ?? bare),
      update: (ctx, { contact, version, ...bare }) => wire.updateContact(ctx, { ...(contact ?? bare), version }),
      remove: (ctx, { contactId }) => wire.removeContact(ctx, contactId),
      removeMany: (ctx, { contactIds }) => wire.removeContacts(ctx, contactIds),
      toggleStar: (ctx, { contactId }) => changeStars(ctx, [contactId], "other"),
      toggleStars: (ctx, { contactIds }) => changeStars(ctx, contactIds, "other"),
      setStars: (ctx, { contactIds }) => changeStars(ctx, contactIds, "on"),
      unsetStars: (ctx, { contactIds }) => changeStars(ctx, contactIds, "off"),
    }),
    ...serve(contactExtras, {
      ...contactStore.handlers,
      importTemplate: async () => importTemplate(contactsImporter),
      setStatus: setContactStatus,
      letters: readInitials,
      star: notifyingCaller("contacts", lists.starContacts),
      saveGroup: notifyingCaller("contacts", lists.saveGroup),
      groupIcons: lists.readGroupIcons,
      removeGroup: notifyingCaller("contacts", lists.removeGroup),
      setMembers: notifyingCaller("contacts", lists.setMembers),
      touch: notifyingCaller("contacts", lists.addTouch),
      touches: lists.readTouches,
      duplicates: findDuplicates,
      merge: mergeContacts,
      undoMerge,
    }),
  ],
  menu: [contactsMenu],
  live: [{ resource: "contacts", read: contactExtras.get }],
  importers: [contactsImporter],
  personal: [lists.contactListRecords],
  seed: seedContacts,
};
