// Shows help if the game does not load: a file is missing, or the browser is too old. Old browsers can run this script.
(function () {
  var LANGUAGES = ["en", "de", "ro"];

  function show() {
    var app = document.getElementById("app");
    var help = document.getElementById("help");
    if (!help || !app || app.childNodes.length > 0) return;
    var wanted = (navigator.language || "").slice(0, 2);
    var language = LANGUAGES.indexOf(wanted) < 0 ? "en" : wanted;
    document.documentElement.lang = language;
    Array.prototype.forEach.call(help.children, function (section) {
      section.hidden = section.lang !== language;
    });
    help.hidden = false;
  }

  // In the capturing phase, because error events of scripts do not bubble. The page may still load, and then removes this.
  addEventListener("error", show, true);
  document.addEventListener("click", function (event) {
    if (event.target.closest && event.target.closest("#help button")) location.reload();
  });
})();
