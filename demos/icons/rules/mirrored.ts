// What points along the text is mirrored where text runs from right to left; what shows a thing of the world, a brand
// or the time is not (Material Design, "Bidirectionality").

export const mirroredNames: ReadonlySet<string> = new Set(
  (
    "arrow_back arrow_forward arrow_back_ios arrow_back_ios_new arrow_forward_ios arrow_left arrow_right " +
    "arrow_circle_left arrow_circle_right arrow_right_alt keyboard_arrow_left keyboard_arrow_right " +
    "keyboard_double_arrow_left keyboard_double_arrow_right chevron_left chevron_right first_page last_page " +
    "keyboard_backspace keyboard_return keyboard_tab backspace reply reply_all forward " +
    "send send_and_archive undo redo login logout exit_to_app input open_in_new open_in_new_off " +
    "list format_list_bulleted format_list_numbered format_indent_increase format_indent_decrease format_quote " +
    "format_align_left format_align_right view_list toc sort subject short_text notes segment wrap_text " +
    "trending_up trending_down trending_flat show_chart multiline_chart directions_bike directions_walk directions_run " +
    "call_made call_missed call_missed_outgoing call_received call_split call_merge merge_type airport_shuttle " +
    "label label_important assignment_return assignment_returned contact_support help live_help " +
    "featured_play_list playlist_add playlist_play playlist_add_check queue_music library_books chrome_reader_mode " +
    "battery_unknown volume_up volume_down volume_mute volume_off brightness_2 nightlight bedtime rotate_left rotate_right " +
    "receipt_long local_shipping flight_takeoff flight_land note article feed speaker_notes " +
    "text_snippet manage_search dvr star_half start subdirectory_arrow_left " +
    "subdirectory_arrow_right switch_left switch_right swipe_left swipe_right turn_left turn_right " +
    "drive_file_move read_more menu_open border_color comment sms chat forum"
  ).split(" "),
);
