/** What every provider's protocol needs: opening calls, bounding waits, reading answers, telling failures. */
package dev.guildhall.llm.wire;
