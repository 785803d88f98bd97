import type { Migration } from "#database/migrate.ts";
import kernel from "./migrations/0001_kernel.sql?raw";
import session from "./migrations/0002_session.sql?raw";
import audit from "./migrations/0003_audit.sql?raw";
import brands from "./migrations/0004_brands.sql?raw";
import imports from "./migrations/0005_imports.sql?raw";
import todo from "./migrations/0006_todo.sql?raw";
import roles from "./migrations/0007_roles.sql?raw";
import secondFactors from "./migrations/0008_second_factors.sql?raw";
import identities from "./migrations/0009_identities.sql?raw";
import auditChain from "./migrations/0010_audit_chain.sql?raw";
import approvals from "./migrations/0011_approvals.sql?raw";
import apiKeys from "./migrations/0012_api_keys.sql?raw";
import account from "./migrations/0013_account.sql?raw";
import users from "./migrations/0014_users.sql?raw";
import moreRoles from "./migrations/0015_roles_more.sql?raw";
import files from "./migrations/0016_files.sql?raw";
import categories from "./migrations/0017_categories.sql?raw";
import products from "./migrations/0018_products.sql?raw";
import retailers from "./migrations/0019_retailers.sql?raw";
import certificates from "./migrations/0020_certificates.sql?raw";
import outbox from "./migrations/0021_outbox.sql?raw";
import promotion from "./migrations/0022_promotion.sql?raw";
import certifiersMore from "./migrations/0023_certifiers_more.sql?raw";
import productImports from "./migrations/0024_product_imports.sql?raw";
import certificateGrants from "./migrations/0025_certificate_grants.sql?raw";
import moreRetailers from "./migrations/0026_retailers_more.sql?raw";
import moreAssignments from "./migrations/0027_assignments.sql?raw";
import webhooks from "./migrations/0028_webhooks.sql?raw";
import certificateNotes from "./migrations/0029_certificate_notes.sql?raw";
import logos from "./migrations/0030_logos.sql?raw";
import closures from "./migrations/0031_closures.sql?raw";
import chains from "./migrations/0032_chains.sql?raw";
import certificateChecks from "./migrations/0033_certificate_checks.sql?raw";
import meatRatesLists from "./migrations/0034_meat_rates_lists.sql?raw";
import brandAddresses from "./migrations/0035_brand_addresses.sql?raw";
import moreTodo from "./migrations/0036_todo_more.sql?raw";
import retailerAddresses from "./migrations/0037_retailer_addresses.sql?raw";
import brandCategories from "./migrations/0038_brand_categories.sql?raw";
import specification from "./migrations/0039_specification.sql?raw";
import deliveryOrder from "./migrations/0040_delivery_order.sql?raw";
import decisions from "./migrations/0041_decisions.sql?raw";
import accountProtection from "./migrations/0042_account_protection.sql?raw";
import catalogueLinks from "./migrations/0043_catalogue_links.sql?raw";
import importPlans from "./migrations/0044_import_plans.sql?raw";
import daysAndSightings from "./migrations/0045_days_and_sightings.sql?raw";
import halalEvidence from "./migrations/0046_halal_evidence.sql?raw";
import home from "./migrations/0047_home.sql?raw";
import idempotencyKeys from "./migrations/0048_idempotency_keys.sql?raw";
import arabicOrder from "./migrations/0049_arabic_order.sql?raw";
import promocodes from "./migrations/0050_promocodes.sql?raw";
import promocodesInArabicOrder from "./migrations/0051_promocodes_in_arabic_order.sql?raw";
import ledger from "./migrations/0052_ledger.sql?raw";
import wallet from "./migrations/0053_wallet.sql?raw";
import redemptionScreens from "./migrations/0054_redemption_screens.sql?raw";
import forecasts from "./migrations/0055_forecasts.sql?raw";
import offlineLists from "./migrations/0056_offline_lists.sql?raw";
import redemptionBuckets from "./migrations/0057_buckets.sql?raw";
import joinedWords from "./migrations/0058_joined_words.sql?raw";
import walletAdditions from "./migrations/0059_wallet_additions.sql?raw";
import promocodeNotices from "./migrations/0060_promocode_notices.sql?raw";
import redemptionPlans from "./migrations/0061_redemption_plans.sql?raw";
import live from "./migrations/0062_live.sql?raw";
import notifications from "./migrations/0063_notifications.sql?raw";
import listViews from "./migrations/0064_list_views.sql?raw";
import runs from "./migrations/0065_runs.sql?raw";
import publishedTexts from "./migrations/0066_published_texts.sql?raw";
import contactsAndAcademy from "./migrations/0067_contacts_and_academy.sql?raw";
import shopAndDocuments from "./migrations/0068_shop_and_documents.sql?raw";
import filesInParts from "./migrations/0069_files_in_parts.sql?raw";
import foldersAndLinks from "./migrations/0070_folders_and_links.sql?raw";
import glossary from "./migrations/0071_glossary.sql?raw";
import chosenIcons from "./migrations/0072_chosen_icons.sql?raw";
import offlineChoices from "./migrations/0073_offline_choices.sql?raw";
import bulkUndo from "./migrations/0074_bulk_undo.sql?raw";
import shopProductsCount from "./migrations/0075_shop_products_count.sql?raw";

// The texts must be importable by a Node bundle, a browser worker and the tests. `?raw` means "as text" to Vite and
// Vitest; esbuild ignores it and needs `--loader:.sql=text`. So a new migration is an import and an entry here.

/** All migrations of this build, in the order in which they are applied. */
export const migrations: readonly Migration[] = [
  { name: "0001_kernel.sql", sql: kernel },
  { name: "0002_session.sql", sql: session },
  { name: "0003_audit.sql", sql: audit },
  { name: "0004_brands.sql", sql: brands },
  { name: "0005_imports.sql", sql: imports },
  { name: "0006_todo.sql", sql: todo },
  { name: "0007_roles.sql", sql: roles },
  { name: "0008_second_factors.sql", sql: secondFactors },
  { name: "0009_identities.sql", sql: identities },
  { name: "0010_audit_chain.sql", sql: auditChain },
  { name: "0011_approvals.sql", sql: approvals },
  { name: "0012_api_keys.sql", sql: apiKeys },
  { name: "0013_account.sql", sql: account },
  { name: "0014_users.sql", sql: users },
  { name: "0015_roles_more.sql", sql: moreRoles },
  { name: "0016_files.sql", sql: files },
  { name: "0017_categories.sql", sql: categories },
  { name: "0018_products.sql", sql: products },
  { name: "0019_retailers.sql", sql: retailers },
  { name: "0020_certificates.sql", sql: certificates },
  { name: "0021_outbox.sql", sql: outbox },
  { name: "0022_promotion.sql", sql: promotion },
  { name: "0023_certifiers_more.sql", sql: certifiersMore },
  { name: "0024_product_imports.sql", sql: productImports },
  { name: "0025_certificate_grants.sql", sql: certificateGrants },
  { name: "0026_retailers_more.sql", sql: moreRetailers },
  { name: "0027_assignments.sql", sql: moreAssignments },
  { name: "0028_webhooks.sql", sql: webhooks },
  { name: "0029_certificate_notes.sql", sql: certificateNotes },
  { name: "0030_logos.sql", sql: logos },
  { name: "0031_closures.sql", sql: closures },
  { name: "0032_chains.sql", sql: chains },
  { name: "0033_certificate_checks.sql", sql: certificateChecks },
  { name: "0034_meat_rates_lists.sql", sql: meatRatesLists },
  { name: "0035_brand_addresses.sql", sql: brandAddresses },
  { name: "0036_todo_more.sql", sql: moreTodo },
  { name: "0037_retailer_addresses.sql", sql: retailerAddresses },
  { name: "0038_brand_categories.sql", sql: brandCategories },
  { name: "0039_specification.sql", sql: specification },
  { name: "0040_delivery_order.sql", sql: deliveryOrder },
  { name: "0041_decisions.sql", sql: decisions },
  { name: "0042_account_protection.sql", sql: accountProtection },
  { name: "0043_catalogue_links.sql", sql: catalogueLinks },
  { name: "0044_import_plans.sql", sql: importPlans },
  { name: "0045_days_and_sightings.sql", sql: daysAndSightings },
  { name: "0046_halal_evidence.sql", sql: halalEvidence },
  { name: "0047_home.sql", sql: home },
  { name: "0048_idempotency_keys.sql", sql: idempotencyKeys },
  { name: "0049_arabic_order.sql", sql: arabicOrder },
  { name: "0050_promocodes.sql", sql: promocodes },
  { name: "0051_promocodes_in_arabic_order.sql", sql: promocodesInArabicOrder },
  { name: "0052_ledger.sql", sql: ledger },
  { name: "0053_wallet.sql", sql: wallet },
  { name: "0054_redemption_screens.sql", sql: redemptionScreens },
  { name: "0055_forecasts.sql", sql: forecasts },
  { name: "0056_offline_lists.sql", sql: offlineLists },
  { name: "0057_buckets.sql", sql: redemptionBuckets },
  { name: "0058_joined_words.sql", sql: joinedWords },
  { name: "0059_wallet_additions.sql", sql: walletAdditions },
  { name: "0060_promocode_notices.sql", sql: promocodeNotices },
  { name: "0061_redemption_plans.sql", sql: redemptionPlans },
  { name: "0062_live.sql", sql: live },
  { name: "0063_notifications.sql", sql: notifications },
  { name: "0064_list_views.sql", sql: listViews },
  { name: "0065_runs.sql", sql: runs },
  { name: "0066_published_texts.sql", sql: publishedTexts },
  { name: "0067_contacts_and_academy.sql", sql: contactsAndAcademy },
  { name: "0068_shop_and_documents.sql", sql: shopAndDocuments },
  { name: "0069_files_in_parts.sql", sql: filesInParts },
  { name: "0070_folders_and_links.sql", sql: foldersAndLinks },
  { name: "0071_glossary.sql", sql: glossary },
  { name: "0072_chosen_icons.sql", sql: chosenIcons },
  { name: "0073_offline_choices.sql", sql: offlineChoices },
  { name: "0074_bulk_undo.sql", sql: bulkUndo },
  { name: "0075_shop_products_count.sql", sql: shopProductsCount },
];
