/** What the protocols of language models have in common. */
@NullMarked
package dev.guildhall.wire.completion;

import org.jspecify.annotations.NullMarked;
