package dev.guildhall.core.agent;

import dev.guildhall.ports.agent.ToolUse;
import java.util.List;

/** Is told what an answer does while it does it, and never holds it up. Thread-safe. */
interface Progress {
    /** Nobody is told. */
    Progress UNWATCHED = new Progress() {
        @Override
        public void said(String words) {}

        @Override
        public void begun(List<ToolUse> calls) {}

        @Override
        public void ended(ToolUse use) {}

        @Override
        public void settled(List<ToolUse> uses) {}
    };

    /** The answer goes on with these words. */
    void said(String words);

    /**
     * A round of calls begins.
     *
     * @param calls with an outcome that says that nothing is known of it
     */
    void begun(List<ToolUse> calls);

    /** A call has ended, on whatever thread; this is not its result when {@link #settled} said otherwise before. */
    void ended(ToolUse use);

    /** These are the results of the calls of a round. */
    void settled(List<ToolUse> uses);
}
