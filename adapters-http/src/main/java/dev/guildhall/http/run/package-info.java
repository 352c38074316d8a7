/** The test-run service over HTTP. */
@org.jspecify.annotations.NullMarked
package dev.guildhall.http.run;
