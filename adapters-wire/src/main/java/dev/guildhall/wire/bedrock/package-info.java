/** Amazon Bedrock's Converse API as a client speaks it: signatures, requests, answers and the framing of its streams. */
@NullMarked
package dev.guildhall.wire.bedrock;

import org.jspecify.annotations.NullMarked;
