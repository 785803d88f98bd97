import { importTemplate } from "#api/importTemplate.ts";
import { type Feature, serve } from "#api/serve.ts";
import { membersImporter } from "#features/loyalty/members/api/import.ts";
import type { MemberFollower } from "#features/loyalty/members/api/service/followers.ts";
import { seedMembers } from "#features/loyalty/members/api/seed.ts";
import { sealedContacts } from "#features/loyalty/members/api/service/contacts.ts";
import { eraseMember, mergeMember } from "#features/loyalty/members/api/service/merge.ts";
import {
  changeMemberStatus,
  closeMember,
  createMember,
  findMember,
  memberStore,
  readPersonal,
  updateMember,
} from "#features/loyalty/members/api/store.ts";
import { members, membersMenu } from "#features/loyalty/members/contract.ts";

/** `followers`: the areas above that keep something of members. */
export const membersFeature = (followers: readonly MemberFollower[]): Feature => ({
  routes: serve(members, {
    ...memberStore.handlers,
    importTemplate: async () => importTemplate(membersImporter),
    readPersonal,
    find: findMember,
    create: createMember,
    update: updateMember,
    changeStatus: changeMemberStatus,
    close: closeMember,
    merge: (ctx, input) => mergeMember(ctx, input, followers),
    erase: (ctx, input) => eraseMember(ctx, input, followers),
  }),
  menu: [membersMenu],
  scopedRows: [memberStore.scopedRows],
  live: [{ resource: "members", read: members.get, rows: memberStore.scopedRows }],
  importers: [membersImporter],
  sealed: sealedContacts,
  seed: seedMembers,
});
