import { importTemplate } from "#api/importTemplate.ts";
import { type Feature, serve } from "#api/serve.ts";
import { membersImporter } from "#features/loyalty/members/api/import.ts";
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

export const membersFeature: Feature = {
  routes: serve(members, {
    ...memberStore.handlers,
    importTemplate: async () => importTemplate(membersImporter),
    readPersonal,
    find: findMember,
    create: createMember,
    update: updateMember,
    changeStatus: changeMemberStatus,
    close: closeMember,
    merge: mergeMember,
    erase: eraseMember,
  }),
  menu: [membersMenu],
  scopedRows: [memberStore.scopedRows],
  importers: [membersImporter],
  sealed: sealedContacts,
  seed: seedMembers,
};
