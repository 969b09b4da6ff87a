import { flushSync, mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";
import { settings } from "../../src/settings.svelte";
import SoundEffects from "../../src/sound/SoundEffects.svelte";

const feed = { latest: null, myTurn: false, mine: [], position: null, module: { cues: {} } };

test.each(["pointerdown", "pointerup", "keydown"])("a %s wakes the sound", async (type) => {
  const resume = vi.fn(() => Promise.resolve());
  vi.resetModules();
  vi.stubGlobal("AudioContext", class {
    state = "suspended";
    destination = {};
    resume = resume;
    createGain = () => ({ connect: () => undefined });
  });
  settings.setSound(true);
  const effects = mount(SoundEffects, { target: document.body, props: { feed } });
  flushSync();
  await vi.waitFor(() => {
    dispatchEvent(new Event(type));
    expect(resume).toHaveBeenCalled();
  });
  settings.setSound(false);
  await unmount(effects);
});
