// Before the first paint: the user's language, direction, colours and theme. In a file of its own, because the page's
// Content-Security-Policy allows no inline script. The keys are those of web/i18n.ts, web/theme.ts and web/settings.
(function () {
  var root = document.documentElement;
  var read = function (key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  var parse = function (text) {
    try {
      return JSON.parse(text) || {};
    } catch {
      return {};
    }
  };
  // The settings of the address come first; they apply to this load of the page.
  var stored = parse(read("mizan.settings"));
  var given = parse(new URLSearchParams(location.search).get("defaultSettings"));
  var setting = function (group, name) {
    return (given[group] || {})[name] || (stored[group] || {})[name];
  };
  var language = (given.mizan || {}).language || read("mizan.language") || "en";
  var isArabic = language.slice(0, 2) === "ar";
  var direction = given.direction || stored.direction;
  root.lang = language;
  if ((given.mizan || {}).language) root.setAttribute("data-language", language);
  if (direction) root.setAttribute("data-direction", direction);
  if (setting("mizan", "digits")) root.setAttribute("data-digits", setting("mizan", "digits"));
  root.dir = direction === "ltr" || direction === "rtl" ? direction : isArabic ? "rtl" : "ltr";
  var theme = setting("theme", "main") || "default";
  var isDarkTheme = ["defaultDark", "deepOcean", "slate"].indexOf(theme) >= 0;
  var forced = isDarkTheme ? "dark" : (given.mizan || {}).scheme;
  if (forced) root.setAttribute("data-forced-scheme", forced);
  var scheme = forced || read("mizan.colorScheme");
  var isDark = scheme === "dark" || (scheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
  if (theme !== "default") root.setAttribute("data-theme", theme);

  // A failure while the splash is shown, such as a script that could not be loaded, would leave it there for ever.
  var showFailure = function () {
    var splash = document.getElementById("splash");
    if (splash === null || splash.hidden) return;
    splash.setAttribute("data-failed", "");
    document.getElementById("splash-status").textContent = isArabic
      ? "تعذّر تحميل ميزان. تحقّق من الاتصال ثم أعد تحميل الصفحة."
      : "Mizan could not be loaded. Check the connection, then reload the page.";
  };
  addEventListener("error", showFailure, true);
  addEventListener("unhandledrejection", showFailure);
})();

// What the first screen needs, which the page's first script would only request when it has run.
(function () {
  var ahead = JSON.parse(document.currentScript.getAttribute("data-ahead") || "{}");
  var token = null;
  var first;
  try {
    token = localStorage.getItem("jwt_access_token");
    first = JSON.parse(localStorage.getItem("mizan.firstRequests") || "{}")[location.pathname + location.search];
  } catch {
    // Without storage nobody is signed in.
  }

  // Who the user is, what their menu holds, and what this screen requested last time, for
  // hosts/browser/sessionAhead.ts. In the browser host the worker knows.
  var ask = function (path) {
    var response = fetch(path, { headers: { "x-access-token": token } });
    response.catch(function () {});
    window.sessionAhead.responses[path] = response;
    return response;
  };
  if (token && ahead.host === "node") {
    window.sessionAhead = { token: token, responses: {} };
    ask("/api/v1/session")
      .then(function (response) {
        return response.clone().json();
      })
      .then(function (user) {
        if (!user.userNumber || user.mustFirst) return null;
        return ask("/ad_main_perm/" + user.userNumber + "/" + user.userCategoryId);
      })
      .catch(function () {});
    if (first) void ask(first);
  }

  // These come after the files of the page itself, and while it runs.
  var who = token ? "user" : "guest";
  var language = document.documentElement.lang.slice(0, 2) === "ar" ? "ar" : "en";
  [ahead[who], ahead[who + "-" + language]]
    .join(" ")
    .split(" ")
    .filter(Boolean)
    .forEach(function (name) {
      var link = document.createElement("link");
      link.rel = name.endsWith(".js") ? "modulepreload" : "preload";
      if (link.rel === "preload") link.as = "style";
      link.crossOrigin = "";
      link.fetchPriority = "low";
      link.href = "/assets/" + name;
      document.head.append(link);
    });
})();
