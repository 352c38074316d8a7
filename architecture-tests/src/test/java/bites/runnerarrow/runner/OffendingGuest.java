package bites.runnerarrow.runner;

import com.networknt.schema.InputFormat;

record OffendingGuest(InputFormat guest) {}
