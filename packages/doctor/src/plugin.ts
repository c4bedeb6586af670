import { definePlugin } from 'agentsite/plugin';

/** The commands of this package. */
export default definePlugin({
  name: 'doctor',
  setup: () => ({
    commands: {
      doctor: {
        summary: 'examines a live site from outside',
        module: new URL('./commands/doctor.ts', import.meta.url),
      },
    },
  }),
});
